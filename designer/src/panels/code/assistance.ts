/** Help while JSON is written: the keys and values of the schema, and their meaning. */
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from "@codemirror/autocomplete";
import { type EditorView, hoverTooltip } from "@codemirror/view";
import { children, keyOf, parseTree, pathAt, read, type TreeNode, valueNode } from "./json-tree";
import { descriptionAt, draftOf, keysAt, type Schema, valuesAt } from "./schema";

export function schemaCompletion(schema: () => Schema | null): CompletionSource {
  return (context: CompletionContext): CompletionResult | null => {
    const root = schema();
    if (!root) return null;
    const text = context.state.doc.toString();
    const tree = parseTree(text);
    const node = tree.resolveInner(context.pos, -1);
    const document = read(valueNode(tree.topNode), text);
    const path = pathAt(tree, text, context.pos);
    if (node.name === "PropertyName") return keys(node, text, root, path.slice(0, -1), document);
    if (node.parent?.name === "Property" && /^(?:String|True|False|Null)$/.test(node.name)) return values(node.from, node.to, root, path, document);
    if (!context.explicit) return null;
    if (node.name === "Property" || node.name === ":") return values(context.pos, context.pos, root, path, document);
    const object = node.name === "Object" ? node : node.parent?.name === "Object" ? node.parent : null;
    return object && keysOf(object, null, context.pos, context.pos, text, root, path, document);
  };
}

function keys(node: TreeNode, text: string, root: Schema, path: readonly string[], document: unknown): CompletionResult | null {
  const property = node.parent;
  const object = property?.parent;
  if (!property || object?.name !== "Object") return null;
  return keysOf(object, property, node.from, node.to, text, root, path, document);
}

function keysOf(
  object: TreeNode,
  property: TreeNode | null,
  from: number,
  to: number,
  text: string,
  root: Schema,
  path: readonly string[],
  document: unknown,
): CompletionResult {
  const others = new Set(children(object, "Property").filter((own) => own.from !== property?.from).map((own) => keyOf(own, text)));
  const hasValue = property !== null && valueNode(property) !== null;
  const options = keysAt(root, path, document)
    .filter(({ name }) => !others.has(name))
    .map(({ name, schema }): Completion => {
      const insert = hasValue ? JSON.stringify(name) : `${JSON.stringify(name)}: ${draftOf(schema, root)}`;
      return { label: JSON.stringify(name), displayLabel: name, type: "property", apply: insert, ...(schema.description && { info: schema.description }) };
    });
  return { from, to, options, validFor: /^"?[\w]*"?$/ };
}

function values(from: number, to: number, root: Schema, path: readonly string[], document: unknown): CompletionResult | null {
  const options = valuesAt(root, path, document).map((value): Completion => ({ label: JSON.stringify(value), type: "constant" }));
  return options.length === 0 ? null : { from, to, options, validFor: /^"?[\w]*"?$/ };
}

/** Says what a key means when the pointer rests on it. */
export function schemaHover(schema: () => Schema | null) {
  return hoverTooltip((view: EditorView, at: number, side: -1 | 1) => {
    const root = schema();
    if (!root) return null;
    const text = view.state.doc.toString();
    const tree = parseTree(text);
    const node = tree.resolveInner(at, side);
    if (node.name !== "PropertyName") return null;
    const said = descriptionAt(root, pathAt(tree, text, node.to), read(valueNode(tree.topNode), text));
    if (said === null) return null;
    return {
      pos: node.from,
      end: node.to,
      above: true,
      create: () => {
        const dom = document.createElement("div");
        dom.className = "jpd-code-view__help";
        dom.lang = "en";
        dom.textContent = said;
        return { dom };
      },
    };
  });
}
