"use client";

import { createContext } from "react";
import type { ChatStore } from "../../chat/store.js";
import { type Labels, labels } from "../../labels.js";

/** Undefined outside of a `ChatProvider`: components then live on their props. */
export const ChatStoreContext = createContext<ChatStore | undefined>(undefined);

export const LabelsContext = createContext<Labels>(labels);
