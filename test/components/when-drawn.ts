import { act } from "@testing-library/react";
import { expect } from "vitest";

/** Waits, at most twenty seconds, until the page is so. In small steps: React 18 draws where one of them ends. */
export async function whenDrawn(condition: () => boolean): Promise<void> {
  const soon = () => act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  const endMs = performance.now() + 20_000;
  while (!condition() && performance.now() < endMs) await soon();
  expect(condition()).toBe(true);
}
