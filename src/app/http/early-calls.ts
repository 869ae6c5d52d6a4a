/** The requests that the script in the page's head sent, and the token it used. Keys are `METHOD address`. */
type EarlyCalls = { readonly token: string; readonly answers: Record<string, Promise<Response>> };

/**
 * Sends a request, or reuses the response to the one that the page's head has already sent. Each response is used once
 * and only with the same token, which excludes views of a trader's screens. A lost response is requested again.
 */
export async function fetchOnce(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const early = (globalThis as { readonly earlyCalls?: EarlyCalls }).earlyCalls;
  if (!early || !(input instanceof Request)) return fetch(input, init);
  const key = `${input.method} ${input.url}`;
  const answer = early.answers[key];
  if (!answer || input.headers.get('Authorization') !== `Bearer ${early.token}`) return fetch(input, init);
  delete early.answers[key];
  const { signal } = input;
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([answer, aborted]).catch(() => {
    signal.throwIfAborted();
    return fetch(input, init);
  });
}
