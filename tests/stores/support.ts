import type { TestApp } from '../server/support/app.ts';

/** Sends the browser's requests to the in-process app; `answer` can replace single responses. */
export function connectFetch(
  { app }: Pick<TestApp, 'app'>,
  answer: (path: string) => Response | undefined = () => undefined,
): () => void {
  const before = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    return answer(pathname) ?? app.request(pathname + search, request);
  };
  return () => {
    globalThis.fetch = before;
  };
}
