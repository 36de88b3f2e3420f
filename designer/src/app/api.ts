/** The routes of the service that the application calls. */
import type { NamedFonts } from "../core/named-fonts";
import type { SharedTexts } from "../core/texts";
import type { Binding, Template } from "../core/types";
import type { LibraryFile } from "../library/types";
import { takePrefetched } from "./prefetch";
import { dataPath, templatePath } from "./paths";

export interface TemplateName {
  id: string;
  name: string;
}

/** A stored template: further keys beside these, such as `mail`, are kept. */
export interface TemplateDocument {
  id?: string;
  name: string;
  template: Template;
  bindings: Binding[];
  [key: string]: unknown;
}

/** A template as a file: without its id, which is the name of the file. */
export function fileOf({ id: _, ...document }: TemplateDocument): TemplateDocument {
  return document;
}

export interface Versioned<T> {
  value: T;
  /** Its `ETag`, to be sent back as `If-Match`. */
  version: string;
}

export interface DataSetName {
  name: string;
  bytes: number;
}

/** A version of a template: a commit that changed it, or one of the history folder. */
export interface TemplateVersion {
  commit: string;
  author: string;
  date: string;
  subject: string;
}

/** Place of the versions of saves: git or a folder; `null` where none is kept. */
export interface KeptVersions {
  kept: "git" | "folder" | null;
  /** The failure to push commits of saves, where they are pushed and one lasts. */
  notPushed?: string;
}

/** Result of a save. */
export interface Saved {
  version: string;
  /** Why it left no version, where versions are kept. */
  notKept?: string;
}

/** The fonts of the service's settings, with the content of the files. */
export interface InstalledFonts {
  files: { name: string; bytes: Uint8Array }[];
  named: NamedFonts;
  /** True if the built-in font draws what the others lack. */
  fallback: boolean;
}

export interface Session {
  tenant: string;
  name: string;
  scopes: string[];
  /** The way of mails, such as `folder .reportctl/outbox` or `smtp mail.example.org:465 (tls)`; `null` where there is none. */
  mail: string | null;
  /** Bytes that a file of the library may have. */
  libraryFileBytes: number;
  version: string;
}

/** The folder that mails are put into where no mail server is set; `null` where they are sent. */
export function mailFolder({ mail }: Pick<Session, "mail">): string | null {
  return /^folder (.+)$/.exec(mail ?? "")?.[1] ?? null;
}

/** Answer of the service to a refused request. */
export interface Refusal {
  error: string;
  code: string;
  advice?: string;
  field?: string;
  pointer?: string;
  problems?: Refusal[];
}

export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    /** 0 where there was no answer. */
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.error);
  }

  get code(): string {
    return this.refusal.code;
  }

  get advice(): string | undefined {
    return this.refusal.advice;
  }
}

export class Api {
  /** Bearer token; empty for a service that asks for none. */
  constructor(readonly token: string = "") {}

  session(): Promise<Session> {
    return this.json("GET", "/api/session");
  }

  async templates(search: string): Promise<{ templates: TemplateName[]; more: boolean }> {
    const query = new URLSearchParams({ limit: "200", ...(search ? { q: search } : {}) });
    const response = await this.call("GET", `/api/templates?${query}`);
    return { templates: await response.json(), more: response.headers.has("Link") };
  }

  async template(id: string): Promise<Versioned<TemplateDocument>> {
    const response = await this.call("GET", templatePath(id));
    const { bindings, ...rest } = (await response.json()) as TemplateDocument;
    return { value: { ...rest, bindings: bindings ?? [] }, version: tag(response) };
  }

  async create(document: TemplateDocument): Promise<TemplateName> {
    return this.json("POST", "/api/templates", document);
  }

  /** Replaces a template if `version` is still the stored one; else refuses with 412. A note says what changed, for the list of versions. */
  async save(id: string, document: TemplateDocument, version: string, note = ""): Promise<Saved> {
    const headers = { "If-Match": version };
    const query = note && `?${new URLSearchParams({ note })}`;
    const response = await this.call("PUT", `${templatePath(id)}${query}`, document, headers);
    const { notKept } = (await response.json()) as { notKept?: string };
    return { version: tag(response), ...(notKept !== undefined && { notKept }) };
  }

  async remove(id: string): Promise<void> {
    await this.call("DELETE", templatePath(id));
  }

  shipped(): Promise<TemplateName[]> {
    return this.json("GET", "/api/shipped");
  }

  shippedTemplate(id: string): Promise<TemplateDocument & { data: unknown }> {
    return this.json("GET", `/api/shipped/${encodeURIComponent(id)}`);
  }

  dataSets(id: string): Promise<DataSetName[]> {
    return this.json("GET", `${templatePath(id)}/data`);
  }

  async dataSet(id: string, name: string): Promise<Versioned<unknown>> {
    const response = await this.call("GET", dataPath(id, name));
    return { value: await response.json(), version: tag(response) };
  }

  /** Stores a data set if `version` is still the stored one, `null` for none; else refuses with 412. Without a version it is stored anyway. */
  async saveDataSet(id: string, name: string, data: unknown, version?: string | null): Promise<string> {
    const condition = version === undefined ? {} : version === null ? { "If-None-Match": "*" } : { "If-Match": version };
    return tag(await this.call("PUT", dataPath(id, name), data, condition as Record<string, string>));
  }

  /** Deletes a data set if `version` is still the stored one; else refuses with 412. */
  async removeDataSet(id: string, name: string, version: string): Promise<void> {
    await this.call("DELETE", dataPath(id, name), undefined, { "If-Match": version });
  }

  keptVersions(): Promise<KeptVersions> {
    return this.json("GET", "/api/versions");
  }

  /** From now on each save leaves a version. */
  keepVersions(): Promise<KeptVersions> {
    return this.json("PUT", "/api/versions");
  }

  versions(id: string): Promise<TemplateVersion[]> {
    return this.json("GET", `/api/templates/${encodeURIComponent(id)}/versions`);
  }

  /** The template as it was at a version. */
  async version(id: string, commit: string): Promise<TemplateDocument> {
    const path = `/api/templates/${encodeURIComponent(id)}/versions/${encodeURIComponent(commit)}`;
    const { bindings, ...rest } = await this.json<TemplateDocument>("GET", path);
    return { ...rest, bindings: bindings ?? [] };
  }

  /** Texts that the templates share, by language and key. */
  texts(): Promise<SharedTexts> {
    return this.json("GET", "/api/texts");
  }

  /** Fonts with which the service makes documents. */
  async fonts(): Promise<InstalledFonts> {
    const { files, ...others } = await this.json<Omit<InstalledFonts, "files"> & { files: { name: string; sha256: string }[] }>("GET", "/api/fonts");
    const load = async ({ name, sha256 }: { name: string; sha256: string }) => {
      const response = await this.call("GET", `/api/fonts/${sha256}`);
      return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
    };
    return { ...others, files: await Promise.all(files.map(load)) };
  }

  library(): Promise<LibraryFile[]> {
    return this.json("GET", "/api/library");
  }

  async libraryFile(name: string): Promise<Versioned<Uint8Array>> {
    const response = await this.call("GET", libraryPath(name));
    return { value: new Uint8Array(await response.arrayBuffer()), version: tag(response) };
  }

  /** Stores a file: a new one without a version, else in the place of that version. */
  saveLibraryFile(name: string, file: Blob, version: string | null, { onProgress, signal }: Sending = {}): Promise<string> {
    const headers = { "Content-Type": "application/octet-stream", ...(version === null ? { "If-None-Match": "*" } : { "If-Match": version }) };
    return this.send("PUT", libraryPath(name), file, headers, { ...(onProgress && { onProgress }), ...(signal && { signal }) });
  }

  async removeLibraryFile(name: string, version: string): Promise<void> {
    await this.call("DELETE", libraryPath(name), undefined, { "If-Match": version });
  }

  /** The PDF of a design, made by the service. */
  async pdf(template: Template, bindings: Binding[], data: unknown, locale?: string): Promise<Blob> {
    const body = { template, bindings, data: data ?? {}, ...(locale && { locale }) };
    return (await this.call("POST", "/api/reports/preview", body)).blob();
  }

  /** Makes a report of the stored template and mails it. */
  async mail(templateId: string, email: string, data: unknown, filename: string, locale?: string): Promise<void> {
    const body = { templateId, email, data: data ?? {}, ...(filename ? { filename } : {}), ...(locale && { locale }) };
    await this.call("POST", "/api/reports/generate", body);
  }

  private async json<T>(method: string, path: string, body?: unknown): Promise<T> {
    return (await this.call(method, path, body)).json() as Promise<T>;
  }

  private async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const all = { ...headers };
    if (this.token) all.Authorization = `Bearer ${this.token}`;
    if (body !== undefined) all["Content-Type"] = "application/json";
    let response: Response;
    try {
      const early = method === "GET" ? takePrefetched(path, this.token) : undefined;
      response = await (early ?? fetch(path, { method, headers: all, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }));
    } catch {
      throw noAnswer();
    }
    if (response.ok) return response;
    throw refused(response.status, await response.text());
  }

  /** Sends a file, and says how far it is, which `fetch` does not. Gives the version that the service has then. */
  private send(method: string, path: string, file: Blob, headers: Record<string, string>, { onProgress, signal }: Sending): Promise<string> {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, path);
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      if (this.token) request.setRequestHeader("Authorization", `Bearer ${this.token}`);
      request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
      request.onload = () => {
        if (request.status >= 200 && request.status < 300) resolve(request.getResponseHeader("ETag") ?? "");
        else reject(refused(request.status, request.responseText));
      };
      request.onerror = () => reject(noAnswer());
      request.onabort = () => reject(signal?.reason ?? new DOMException("The upload was cancelled.", "AbortError"));
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(file);
    });
  }
}

export interface Sending {
  /** Called with the part that was sent, from 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

function refused(status: number, text: string): ApiError {
  let refusal: Refusal | null = null;
  try {
    refusal = JSON.parse(text) as Refusal;
  } catch {
    // Something between here and the service answered.
  }
  return new ApiError(status, refusal ?? { error: `the service answered with ${status}`, code: "noAnswer" });
}

function noAnswer(): ApiError {
  return new ApiError(0, { error: "the service does not answer", code: "noAnswer", advice: "see whether it is still running" });
}

function libraryPath(name: string): string {
  return `/api/library/${encodeURIComponent(name)}`;
}

function tag(response: Response): string {
  return response.headers.get("ETag") ?? "";
}
