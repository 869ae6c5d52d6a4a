import {
  Component,
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react';
import type calls from '#locales/en/calls.json';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { initialRetryMs, waitToRetry } from './stores/stream-retry.ts';

const maxAttempts = 5;

export type PartStrings = Pick<typeof calls, 'part_failed' | 'part_retry' | 'data_age'>;

/** The texts shown when a component could not be loaded, or its figures are old; the app shell provides them. */
export const PartStringsContext = createContext<PartStrings | null>(null);

/** A component's script could not be fetched: the connection is lost, or a newer release has removed it. */
class LoadError extends Error {}

async function loadWithRetries<Part>(load: () => Promise<Part>): Promise<Part> {
  const neverAborted = new AbortController().signal;
  let retryMs = initialRetryMs;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (cause) {
      if (attempt === maxAttempts) throw new LoadError('a part of the screen could not be loaded', { cause });
      retryMs = await waitToRetry(retryMs, neverAborted);
    }
  }
}

/**
 * A component whose script is fetched when it first renders. A failed fetch is retried for some seconds; then an alert
 * in the component's place offers a retry, and the rest of the screen stays.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const fetchPart = () => lazy(async () => ({ default: await loadWithRetries(load) }));
  let latest = fetchPart();

  return function OnDemand({ fallback, ...props }: Props & { readonly fallback: ReactNode }) {
    const [Part, setPart] = useState(() => latest);
    const retry = () => {
      latest = fetchPart();
      setPart(() => latest);
    };
    return (
      <PartBoundary retry={retry}>
        <Suspense fallback={fallback}>
          <Part {...(props as unknown as Props)} />
        </Suspense>
      </PartBoundary>
    );
  };
}

type PartBoundaryProps = { readonly retry: () => void; readonly children: ReactNode };

class PartBoundary extends Component<PartBoundaryProps, { readonly error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  retry = () => {
    this.props.retry();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // Errors inside the component are the screen's to handle.
    if (!((error as unknown) instanceof LoadError)) throw error;
    return <LoadAlert again={this.retry} />;
  }
}

/** Says that a part of the screen, or its data, couldn't be loaded. */
export function LoadAlert({ again }: { readonly again: () => unknown }) {
  const strings = useContext(PartStringsContext);
  if (strings === null) return null;
  return (
    <RetryAlert action={strings.part_retry} onRetry={again}>
      {strings.part_failed}
    </RetryAlert>
  );
}
