"use client";

import { useContext, useState, useSyncExternalStore } from "react";
import { ReaderMemoryContext } from "../ChatProvider/chat-context.js";

const never = () => () => undefined;

/**
 * How many times more of a long text was asked for.
 * @param key  of the text; with one it is kept beside the conversation, and outlives the row
 */
export function useKeptSteps(key: string | undefined): [number, (steps: number) => void] {
  const memory = useContext(ReaderMemoryContext);
  const [own, setOwn] = useState(0);
  const read = () => (key === undefined ? undefined : memory?.stepsShown(key));
  const kept = useSyncExternalStore(memory?.subscribe ?? never, read, () => undefined);
  const keep = (steps: number) => {
    if (key !== undefined && memory !== undefined) memory.setStepsShown(key, steps);
    else setOwn(steps);
  };
  return [kept ?? own, keep];
}
