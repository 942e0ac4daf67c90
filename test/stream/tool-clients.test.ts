import { expect, it } from "vitest";
import { toToolClients } from "../../src/stream/tool-clients.js";

it("a tool's parameters become a list, each with its type and schema", () => {
  const city = { type: "string", description: "Where" };
  const unit = { enum: ["C", "F"] };
  const days = { type: ["null", "integer"] };
  expect(
    toToolClients([
      {
        name: "getWeather",
        description: "Looks out of the window",
        parameters: { type: "object", properties: { city, unit, days, any: {} }, required: ["city"] },
      },
      { name: "now", description: "", parameters: { type: "object" } },
    ]),
  ).toEqual([
    {
      name: "getWeather",
      description: "Looks out of the window",
      parameters: [
        { name: "city", type: "string", description: "Where", isRequired: true, schema: city },
        { name: "unit", type: "string", description: "", isRequired: false, schema: unit },
        { name: "days", type: "integer", description: "", isRequired: false, schema: days },
        { name: "any", type: "any", description: "", isRequired: false, schema: {} },
      ],
    },
    { name: "now", description: "", parameters: [] },
  ]);
});

it("a parameter that is defined elsewhere in its tool's schema is written out, for it goes without the rest", () => {
  const place = { type: "object", description: "A place", properties: { lat: { type: "number" } }, required: ["lat"] };
  const parameters = {
    type: "object",
    properties: { from: { $ref: "#/$defs/place" }, stops: { type: "array", items: { $ref: "#/$defs/place" } } },
    required: ["from"],
    $defs: { place },
  };
  expect(toToolClients([{ name: "plan", description: "", parameters }])[0]?.parameters).toEqual([
    { name: "from", type: "object", description: "A place", isRequired: true, schema: place },
    { name: "stops", type: "array", description: "", isRequired: false, schema: { type: "array", items: place } },
  ]);
});
