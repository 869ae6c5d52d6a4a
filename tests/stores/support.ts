import type { TestApp } from '../server/support/app.ts';

/** The browser's requests go to the in-process app; `answer` may answer one in its place. */
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
