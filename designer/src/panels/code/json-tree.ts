/** Places in a JSON text, also in one that is being written: which value a pointer means, and which pointer a place has. */
import { jsonLanguage } from "@codemirror/lang-json";
import { pointerKeys } from "../../core/json";

export type Tree = ReturnType<typeof jsonLanguage.parser.parse>;
export type TreeNode = Tree["topNode"];

export interface Range {
  from: number;
  to: number;
}

const VALUES = new Set(["Object", "Array", "String", "Number", "True", "False", "Null"]);

export function parseTree(text: string): Tree {
  return jsonLanguage.parser.parse(text);
}

export function children(node: TreeNode, name?: string): TreeNode[] {
  const found: TreeNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (name === undefined ? VALUES.has(child.name) : child.name === name) found.push(child);
  }
  return found;
}

/** The value of the whole text, of a property, or of an element. */
export function valueNode(node: TreeNode): TreeNode | null {
  return children(node)[0] ?? null;
}

/** The text of a key or a string; as it stands where it is not closed yet. */
export function stringAt(node: Range, text: string): string {
  const source = text.slice(node.from, node.to);
  try {
    return JSON.parse(source) as string;
  } catch {
    return source.replace(/^"|"$/g, "");
  }
}

export function keyOf(property: TreeNode, text: string): string | null {
  const name = property.getChild("PropertyName");
  return name && stringAt(name, text);
}

/** The value of a part of the text, as far as it can be read. */
export function read(node: TreeNode | null, text: string): unknown {
  switch (node?.name) {
    case "Object": {
      const entries = children(node, "Property").map((property) => [keyOf(property, text) ?? "", read(valueNode(property), text)]);
      return Object.fromEntries(entries) as unknown;
    }
    case "Array":
      return children(node).map((item) => read(item, text));
    case "String":
      return stringAt(node, text);
    case "Number":
      return Number(text.slice(node.from, node.to));
    case "True":
      return true;
    case "False":
      return false;
    case "Null":
      return null;
    default:
      return undefined;
  }
}

/**
 * What a pointer means: a single value whole, of a list or an object its key or its first line. Where the text has no such
 * value, the nearest one around it.
 */
export function rangeOf(tree: Tree, text: string, pointer: string): Range {
  let node: TreeNode | null = valueNode(tree.topNode);
  let mark: Range = node ? opening(node, text) : { from: 0, to: Math.min(1, text.length) };
  for (const part of pointerKeys(pointer)) {
    if (!node) break;
    let name: TreeNode | null = null;
    if (node.name === "Object") {
      const property: TreeNode | undefined = children(node, "Property").find((own) => keyOf(own, text) === part);
      name = property?.getChild("PropertyName") ?? null;
      node = property ? valueNode(property) : null;
    } else node = children(node)[Number(part)] ?? null;
    if (node) mark = node.name === "Object" || node.name === "Array" ? (name ?? opening(node, text)) : node;
  }
  return { from: mark.from, to: Math.max(mark.to, Math.min(mark.from + 1, text.length)) };
}

function opening(node: Range, text: string): Range {
  const end = text.indexOf("\n", node.from);
  return { from: node.from, to: Math.min(node.to, end < 0 ? node.to : end) };
}

/** The keys and indices that lead to the value at a place of the text. */
export function pathAt(tree: Tree, text: string, at: number): string[] {
  const path: string[] = [];
  for (let node: TreeNode | null = tree.resolveInner(at, -1); node?.parent; node = node.parent) {
    const { parent }: { parent: TreeNode | null } = node;
    if (node.name === "Property") path.unshift(keyOf(node, text) ?? "");
    else if (parent?.name === "Array" && VALUES.has(node.name)) path.unshift(String(children(parent).findIndex((item) => item.from === node?.from)));
  }
  return path;
}
