import type { PortContext } from '#server/core/deps.ts';
import { createDocumentReview } from './documents.ts';
import type { Identity } from './identity-check.ts';
import { createSumsub } from './sumsub.ts';
import { createVeriff } from './veriff.ts';

export function createIdentity({ env, clock }: PortContext): Identity {
  switch (env.identity.provider) {
    case 'documents':
      return createDocumentReview();
    case 'sumsub':
      return createSumsub(env.identity, clock);
    case 'veriff':
      return createVeriff(env.identity);
  }
}
