"use client";

import { useEffect, useLayoutEffect } from "react";

/** `useLayoutEffect`, and on a server, where React 18 would warn of it, nothing. */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
