"use client";

import { Component, type ReactNode } from "react";

export interface ErrorBoundaryProps {
  /** Shown from the first error on. Must not throw itself. */
  fallback: ReactNode;
  children?: ReactNode;
}

/** Keeps an error in what it holds from taking the rest of the page down. React reports the error on the console. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override state = { hasFailed: false };

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
