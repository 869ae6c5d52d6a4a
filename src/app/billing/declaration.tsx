import { useEffect, useState } from 'react';
import { defineIsland } from '#app/shell/define-island.tsx';
import { LoadingScreen } from '#ui/loading-screen.tsx';
import { CancellationForm } from './cancellation-form.tsx';
import type { DeclarationKind } from './stores/billing.ts';
import { type BillingProps, type Contact, TextsProvider, useTexts } from './texts.ts';
import { WithdrawalForm } from './withdrawal-form.tsx';

const routes = { withdrawal: 'contractCancellation', cancellation: 'subscriptionCancellation' } as const;

type DeclarationProps = {
  readonly kind: DeclarationKind;
  /** Where proof of a reason is sent. */
  readonly contact: Contact;
};

export const DeclarationIsland = defineIsland({
  route: ({ kind }: BillingProps & DeclarationProps) => routes[kind],
  texts: TextsProvider,
  screen: HydratedDeclaration,
});

/** Rendered only after hydration, because earlier input would be lost. */
function HydratedDeclaration({ kind, contact }: DeclarationProps) {
  const { strings } = useTexts();
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  if (!isReady) return <LoadingScreen label={strings.loading} />;
  return kind === 'withdrawal' ? <WithdrawalForm /> : <CancellationForm contact={contact} />;
}
