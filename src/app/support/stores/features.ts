import { map } from 'nanostores';
import { readStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { getBrowserSessionId } from '#app/shell/stores/browser-session.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { currentLocale, goTo } from '#app/shell/stores/navigation.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { pathTo } from '#routes.ts';
import type { DataOf } from '#shared/core/call.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { fetchFeatures, sendFeature, voteFeature } from '#shared/support/contract-features.ts';

export type Feature = DataOf<typeof fetchFeatures>['features'][number];

export type FeaturesState = {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly features: readonly Feature[];
  /** Ids of requests whose vote is being sent. */
  readonly voting: ReadonlySet<string>;
};

export const $features = map<FeaturesState>({ status: 'loading', features: [], voting: new Set() });

export async function loadFeatures(): Promise<void> {
  $features.setKey('status', 'loading');
  const browserSessionId = readStored(storageKeys.sessionId);
  const result = await send(fetchFeatures, { query: browserSessionId ? { browserSessionId } : {} });
  if (result.ok) $features.set({ ...$features.get(), status: 'ready', features: result.data.features });
  else $features.setKey('status', 'failed');
}

function setVoting(id: string, isVoting: boolean): void {
  const voting = new Set($features.get().voting);
  if (isVoting) voting.add(id);
  else voting.delete(id);
  $features.setKey('voting', voting);
}

/** Adds or withdraws the person's vote. The order stays, so that rows don't jump under the pointer. */
export async function toggleVote(id: string): Promise<void> {
  const feature = $features.get().features.find((each) => each.id === id);
  if (!feature || $features.get().voting.has(id)) return;
  setVoting(id, true);
  const browserSessionId = await getBrowserSessionId();
  const body = {
    id,
    voted: feature.voted ? (0 as const) : (1 as const),
    ...(browserSessionId ? { browserSessionId } : {}),
  };
  const result = await send(voteFeature, { body });
  setVoting(id, false);
  if (!result.ok) {
    notifyFailure(result.failure);
    return;
  }
  const { features } = $features.get();
  $features.setKey(
    'features',
    features.map((each) => (each.id === id ? { ...each, ...result.data } : each)),
  );
}

export function createFeatureForm() {
  return createForm({
    contract: sendFeature,
    initial: { name: '', email: '', title: '', message: '', captcha: '' },
    onSuccess: () => goTo(pathTo('thankyou', {}, currentLocale())),
  });
}
