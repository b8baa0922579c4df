// Asking the server, and its errors: problem+json with what to do.

/** What went wrong, in words for people. */
export class Problem extends Error {
  /**
   * @param {string} text
   * @param {number} status 0 where there was no answer
   */
  constructor(text, status) {
    super(text);
    this.status = status;
  }
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} [body] sent as JSON by POST; without one it is a GET
 * @returns {Promise<T>}
 */
export async function ask(path, body) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new Problem("The server does not answer. Is it still running?", 0);
  }
  const json = response.headers.get("content-type")?.includes("json") ? await response.json().catch(() => null) : await response.text();
  if (response.ok) return /** @type {T} */ (json);
  const parts = [json?.detail ?? json?.title ?? `The server refused (${response.status}).`, json?.hint].filter(Boolean);
  throw new Problem(parts.join(" "), response.status);
}
