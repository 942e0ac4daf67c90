import { useChatStore } from "tooltalk";

const questions = [
  "What's the weather in San Francisco?",
  "What do my notes say about sourdough?",
  "Count the stars in Orion",
  "Show me some Markdown",
  "Help",
];

/** What can be asked, until something was. Renders a `<div>`, or nothing. */
export function Welcome() {
  const isEmpty = useChatStore((state) => state.messages.length === 0);
  const send = useChatStore((state) => state.send);
  if (!isEmpty) return null;
  return (
    <div className="demo-welcome">
      <h2>What would you like to know?</h2>
      <p>The tools run in this page. The back end is a script that calls them.</p>
      <ul>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" onClick={() => void send(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
