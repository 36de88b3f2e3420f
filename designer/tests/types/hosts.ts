/** Templates that render are templates for the compiler: `npm run typecheck` fails where a type asks for more than the format. */
import type { Template } from "../../src/core/types";

export const shortest: Template = {
  page: { width: 210, height: 297 },
  schemas: [{ id: "greeting", name: "greeting", type: "text", x: 20, y: 30, width: 100, height: 10, content: "Dear {customer}" }],
};
