import { atom } from 'nanostores';
import { readStored } from '#app/http/browser-storage.ts';
import { send } from '#app/http/call.ts';
import { getBrowserSessionId } from '#app/shell/stores/browser-session.ts';
import { createForm } from '#app/shell/stores/form.ts';
import { currentLocale, goTo } from '#app/shell/stores/navigation.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { forgetSavedForm } from '#app/shell/stores/saved-form.ts';
import { notifyFailure } from '#app/shell/stores/toasts.ts';
import { pathTo } from '#routes.ts';
import type { DataOf } from '#shared/core/call.ts';
import { storageKeys } from '#shared/core/constants.ts';
import { fetchSessionId } from '#shared/people/contract-session.ts';
import { fetchFeatures, sendFeature, voteFeature } from '#shared/support/contract-features.ts';

export type Feature = DataOf<typeof fetchFeatures>['features'][number];

/** Ids of requests whose vote is being sent. */
export const $voting = atom<ReadonlySet<string>>(new Set());

export const $features = createResource(
  () => {
    const browserSessionId = readStored(storageKeys.sessionId);
    return send(fetchFeatures, { query: browserSessionId ? { browserSessionId } : {} });
  },
  { isQuiet: true },
);

function setVoting(id: string, isVoting: boolean): void {
  const others = [...$voting.get()].filter((each) => each !== id);
  $voting.set(new Set(isVoting ? [...others, id] : others));
}

/** Adds or withdraws the person's vote. The order stays, so that rows don't jump under the pointer. */
export async function toggleVote(id: string): Promise<void> {
  const feature = $features.get().data?.features.find((each) => each.id === id);
  if (!feature || $voting.get().has(id)) return;
  setVoting(id, true);
  const browserSessionId = await getBrowserSessionId(fetchSessionId.path);
  const body = {
    id,
    voted: feature.voted ? (0 as const) : (1 as const),
    ...(browserSessionId ? { browserSessionId } : {}),
  };
  const result = await send(voteFeature, { body });
  setVoting(id, false);
  if (!result.ok) return notifyFailure(result.failure);
  $features.change(({ features }) => ({
    features: features.map((each) => (each.id === id ? { ...each, ...result.data } : each)),
  }));
}

export function createFeatureForm() {
  return createForm({
    contract: sendFeature,
    initial: { name: '', email: '', title: '', message: '', captcha: '' },
    onSuccess: () => {
      forgetSavedForm();
      goTo(pathTo('thankyou', {}, currentLocale()));
    },
  });
}
