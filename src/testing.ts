// Transcripts and recorded streams, played against a store or a component.
export {
  eventConnector,
  type PlayOptions,
  readTranscript,
  recordingConnector,
  transcriptConnector,
} from "./testing/transcript-connector.js";
