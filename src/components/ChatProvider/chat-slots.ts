import type { ComponentType } from "react";
import type { AttachmentsProps } from "../Attachments/Attachments.js";
import type { ComposerProps } from "../Composer/Composer.js";
import type { EmptyStateProps } from "../EmptyState/EmptyState.js";
import type { InlineToolWidgetProps } from "../InlineToolWidget/InlineToolWidget.js";
import type { MarkdownProps } from "../Markdown/Markdown.js";
import type { MessageProps } from "../Message/Message.js";
import type { MessageActionsProps } from "../MessageActions/MessageActions.js";
import type { JumpButtonProps } from "../MessageList/JumpButton.js";
import type { ReasoningProps } from "../Reasoning/Reasoning.js";
import type { SourcesProps } from "../Sources/Sources.js";
import type { ToolCallEntryProps } from "../ToolCallEntry/ToolCallEntry.js";
import type { ToolCallGroupProps } from "../ToolCallGroup/ToolCallGroup.js";

/**
 * Components that stand in the place of the kit's own. Each is given what the own one is given, and may draw the own one
 * itself with something around it. One that throws is left out, and the own one stands.
 */
export interface ChatSlots {
  Message?: ComponentType<MessageProps> | undefined;
  Markdown?: ComponentType<MarkdownProps> | undefined;
  Reasoning?: ComponentType<ReasoningProps> | undefined;
  InlineToolWidget?: ComponentType<InlineToolWidgetProps> | undefined;
  ToolCallGroup?: ComponentType<ToolCallGroupProps> | undefined;
  ToolCallEntry?: ComponentType<ToolCallEntryProps> | undefined;
  Attachments?: ComponentType<AttachmentsProps> | undefined;
  Sources?: ComponentType<SourcesProps> | undefined;
  MessageActions?: ComponentType<MessageActionsProps> | undefined;
  EmptyState?: ComponentType<EmptyStateProps> | undefined;
  JumpButton?: ComponentType<JumpButtonProps> | undefined;
  Composer?: ComponentType<ComposerProps> | undefined;
}
