/** The routes of the service that the application calls. */
import type { Binding, Template } from "../core/types";

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

/** A commit that changed a template. */
export interface TemplateVersion {
  commit: string;
  author: string;
  date: string;
  subject: string;
}

export interface Session {
  tenant: string;
  name: string;
  scopes: string[];
  mail: string | null;
  version: string;
}

/** What the service says about a request that it refuses. */
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
    const response = await this.call("GET", `/api/templates/${encodeURIComponent(id)}`);
    const { bindings, ...rest } = (await response.json()) as TemplateDocument;
    return { value: { ...rest, bindings: bindings ?? [] }, version: tag(response) };
  }

  async create(document: TemplateDocument): Promise<TemplateName> {
    return this.json("POST", "/api/templates", document);
  }

  /** Replaces a template if `version` is still the stored one; else refuses with 412. */
  async save(id: string, document: TemplateDocument, version: string): Promise<string> {
    const headers = { "If-Match": version };
    return tag(await this.call("PUT", `/api/templates/${encodeURIComponent(id)}`, document, headers));
  }

  async remove(id: string): Promise<void> {
    await this.call("DELETE", `/api/templates/${encodeURIComponent(id)}`);
  }

  shipped(): Promise<TemplateName[]> {
    return this.json("GET", "/api/shipped");
  }

  shippedTemplate(id: string): Promise<TemplateDocument & { data: unknown }> {
    return this.json("GET", `/api/shipped/${encodeURIComponent(id)}`);
  }

  dataSets(id: string): Promise<DataSetName[]> {
    return this.json("GET", `/api/templates/${encodeURIComponent(id)}/data`);
  }

  async dataSet(id: string, name: string): Promise<Versioned<unknown>> {
    const response = await this.call("GET", dataPath(id, name));
    return { value: await response.json(), version: tag(response) };
  }

  async saveDataSet(id: string, name: string, data: unknown, version?: string): Promise<string> {
    return tag(await this.call("PUT", dataPath(id, name), data, version ? { "If-Match": version } : {}));
  }

  async removeDataSet(id: string, name: string): Promise<void> {
    await this.call("DELETE", dataPath(id, name));
  }

  versions(id: string): Promise<TemplateVersion[]> {
    return this.json("GET", `/api/templates/${encodeURIComponent(id)}/versions`);
  }

  /** The template as it was at a commit. */
  async version(id: string, commit: string): Promise<TemplateDocument> {
    const path = `/api/templates/${encodeURIComponent(id)}/versions/${encodeURIComponent(commit)}`;
    const { bindings, ...rest } = await this.json<TemplateDocument>("GET", path);
    return { ...rest, bindings: bindings ?? [] };
  }

  /** The PDF of a design, made by the service. */
  async pdf(template: Template, bindings: Binding[], data: unknown): Promise<Blob> {
    const body = { template, bindings, data: data ?? {} };
    return (await this.call("POST", "/api/reports/preview", body)).blob();
  }

  /** Makes a report of the stored template and mails it. */
  async send(templateId: string, email: string, data: unknown, filename: string): Promise<void> {
    const body = { templateId, email, data: data ?? {}, ...(filename ? { filename } : {}) };
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
      response = await fetch(path, { method, headers: all, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    } catch {
      throw new ApiError(0, { error: "the service does not answer", code: "noAnswer", advice: "see whether it is still running" });
    }
    if (response.ok) return response;
    const refusal = (await response.json().catch(() => null)) as Refusal | null;
    throw new ApiError(response.status, refusal ?? { error: `the service answered with ${response.status}`, code: "noAnswer" });
  }
}

function dataPath(id: string, name: string): string {
  return `/api/templates/${encodeURIComponent(id)}/data/${encodeURIComponent(name)}`;
}

function tag(response: Response): string {
  return response.headers.get("ETag") ?? "";
}
