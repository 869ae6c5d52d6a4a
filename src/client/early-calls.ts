/** What the script in the page's head asked for, with whose token; the keys are `METHOD address`. */
type EarlyCalls = { readonly token: string; readonly answers: Record<string, Promise<Response>> };

/**
 * Sends a request, or takes the answer that the page's head has asked for meanwhile: once, and only for the same token,
 * which a view of somebody else's screens doesn't have. An answer that never arrived is asked for again.
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
