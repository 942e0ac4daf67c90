import { useEffect, useRef } from "react";
import { Announcer, ChatProvider, type ChatStore, Composer, isBusy, Message, useChatStore } from "tooltalk";
import { Virtualizer, type VirtualizerHandle } from "virtua";

export function LongChat({ store }: { store: ChatStore }) {
  return (
    <ChatProvider store={store}>
      <section className="tt-chat" aria-label="Chat">
        <Rows />
        <Composer />
      </section>
    </ChatProvider>
  );
}

function Rows() {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<VirtualizerHandle>(null);
  const messages = useChatStore((state) => state.messages);
  const status = useChatStore((state) => state.status);
  const error = useChatStore((state) => state.error);
  const last = messages.length - 1;
  useEffect(() => {
    rows.current?.scrollToIndex(last, { align: "end" });
  }, [last]);
  return (
    <>
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        tabIndex={0}
        style={{ flex: 1, minHeight: 0, overflowY: "auto" }}
      >
        <Virtualizer ref={rows} scrollRef={scroller} keepMounted={last < 0 ? [] : [last]}>
          {messages.map((message, index) => (
            <div key={message.id} style={{ padding: "0 1rem 2rem" }}>
              <Message message={message} isActive={isBusy(status) && index === last} />
            </div>
          ))}
        </Virtualizer>
      </div>
      <Announcer messages={messages} status={status} error={error?.message} />
    </>
  );
}
