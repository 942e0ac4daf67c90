"use client";

import { type ComponentType, createElement, useContext } from "react";
import { PiecesContext } from "../ChatProvider/chat-context.js";
import { ErrorBoundary } from "../ErrorBoundary/ErrorBoundary.js";

export interface SlotProps<Props extends object> {
  /** As the app writes it in `slots`. */
  name: string;
  /** The kit's own piece: stands where the app has none, and where the app's throws. */
  own: ComponentType<Props>;
  props: Props;
}

/** A place for a piece that an app may replace. Renders no element of its own. */
export function Slot<Props extends object>({ name, own: Own, props }: SlotProps<Props>) {
  const { slots } = useContext(PiecesContext);
  const replacement = readComponent<Props>(slots, name);
  if (replacement === undefined) return <Own {...props} />;
  return <ErrorBoundary fallback={<Own {...props} />}>{createElement(replacement, props)}</ErrorBoundary>;
}

/** The component that an app gave under a name, which may come from a model: own keys only. */
export function readComponent<Props>(
  components: Readonly<Record<string, unknown>>,
  name: string,
): ComponentType<Props> | undefined {
  const component = Object.hasOwn(components, name) ? components[name] : undefined;
  const isOne = typeof component === "function" || (typeof component === "object" && component !== null);
  return isOne ? (component as ComponentType<Props>) : undefined;
}
