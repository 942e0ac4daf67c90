import { act } from "@testing-library/react";
import { expect } from "vitest";

/** Waits, at most two seconds, until the page is so. In small steps: React 18 draws where one of them ends. */
export async function whenDrawn(condition: () => boolean): Promise<void> {
  const soon = () => act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  for (let tries = 0; tries < 200 && !condition(); tries += 1) await soon();
  expect(condition()).toBe(true);
}
