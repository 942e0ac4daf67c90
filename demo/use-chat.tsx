import { DefaultChatTransport } from "ai";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "tooltalk/styles.css";
import "./demo.css";
import { UseChatPage } from "./UseChatPage.js";

const transport = new DefaultChatTransport({ api: "/api/ai-sdk" });

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <div className="demo">
      <header className="demo-bar">
        <h1>tooltalk with useChat</h1>
      </header>
      <main className="demo-chat tt-chat">
        <UseChatPage transport={transport} />
      </main>
    </div>
  </StrictMode>,
);
