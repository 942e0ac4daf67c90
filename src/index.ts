"use client";
// The React entry: components, the hook, and all of core.
export { ApprovalList, type ApprovalListProps } from "./components/Approval/ApprovalList.js";
export type { ApprovalAnswer, OnApprove } from "./components/Approval/approval-context.js";
export { ChatProvider, type ChatProviderProps } from "./components/ChatProvider/ChatProvider.js";
export { useChatStore } from "./components/ChatProvider/use-chat-store.js";
export { type ChatConfig, ChatWrapper, type ChatWrapperProps } from "./components/ChatWrapper/ChatWrapper.js";
export { CollapsibleBlock, type CollapsibleBlockProps } from "./components/CollapsibleBlock/CollapsibleBlock.js";
export { Composer, type ComposerProps } from "./components/Composer/Composer.js";
export { InlineToolWidget, type InlineToolWidgetProps } from "./components/InlineToolWidget/InlineToolWidget.js";
export { Markdown, type MarkdownProps } from "./components/Markdown/Markdown.js";
export { Message, type MessageProps } from "./components/Message/Message.js";
export { MessageList, type MessageListProps } from "./components/MessageList/MessageList.js";
export { Notice, type NoticeProps } from "./components/Notice/Notice.js";
export { PauseNotice, type PauseNoticeProps } from "./components/PauseNotice/PauseNotice.js";
export { ToolCallEntry, type ToolCallEntryProps } from "./components/ToolCallEntry/ToolCallEntry.js";
export * from "./core.js";
export { createPlural, type Labels, labels, type PluralForms } from "./labels.js";
export { germanLabels } from "./labels-de.js";
