import { aiSdk, type Connector, latitude } from "tooltalk";

export interface BackEnd {
  name: string;
  connector: Connector;
}

/** By the word that stands in the page's address. The first one is the default. */
export const backEnds: ReadonlyMap<string, BackEnd> = new Map([
  ["latitude", { name: "Latitude", connector: latitude({ url: "/api/latitude" }) }],
  ["ai-sdk", { name: "AI SDK", connector: aiSdk({ url: "/api/ai-sdk" }) }],
]);
