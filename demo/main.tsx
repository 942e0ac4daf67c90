import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ChatWrapper } from "tooltalk";
import "tooltalk/styles.css";
import { Choice } from "./Choice.js";
import { backEnds } from "./connectors.js";
import "./demo.css";
import { tools } from "./tools.js";
import { useAddress } from "./use-address.js";

const names = new Map([...backEnds].map(([word, { name }]) => [word, name]));
const connectors = new Map([...backEnds].map(([word, { connect }]) => [word, connect(`/api/${word}`)]));
const themes = new Map([
  ["auto", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
]);
const layouts = new Map([
  ["widget", "Line"],
  ["groups", "Groups"],
]);
const questions = [
  "What's the weather in San Francisco?",
  "What do my notes say about sourdough?",
  "Count the stars in Orion",
  "Show me some Markdown",
  "Help",
];

function Demo() {
  const [backEnd, chooseBackEnd] = useAddress("connector", [...names.keys()]);
  const [layout, chooseLayout] = useAddress("calls", [...layouts.keys()]);
  const [theme, chooseTheme] = useAddress("theme", [...themes.keys()]);
  return (
    <div className="demo" data-theme={theme}>
      <header className="demo-bar">
        <h1>tooltalk</h1>
        <Choice label="Back end" options={names} value={backEnd} onChange={chooseBackEnd} />
        <Choice label="Calls" options={layouts} value={layout} onChange={chooseLayout} />
        <Choice label="Theme" options={themes} value={theme} onChange={chooseTheme} />
      </header>
      <main className="demo-chat">
        <ChatWrapper
          connector={connectors.get(backEnd)}
          tools={tools}
          suggestions={questions}
          attachments
          toolLayout={layout === "groups" ? "groups" : "widget"}
          theme={theme === "light" || theme === "dark" ? theme : undefined}
        >
          <div className="demo-welcome">
            <h2>What would you like to know?</h2>
            <p>The tools run in this page. The back end is a script that calls them.</p>
          </div>
        </ChatWrapper>
      </main>
    </div>
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no element with the id root");
createRoot(root).render(
  <StrictMode>
    <Demo />
  </StrictMode>,
);
