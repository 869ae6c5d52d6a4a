import { useEffect, useRef } from 'react';
import { pathTo } from '#routes.ts';
import type { ProductSelection } from '#shared/orders/contract-selection.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import styles from './checkout.module.css';
import { useTexts } from './texts.ts';

type UnavailableProductProps = {
  readonly selection: ProductSelection;
  /** Why it can't be bought, if it exists. */
  readonly blockedReason: string | null;
  /** Whether it replaces a form that the buyer was filling in. */
  readonly replacesForm?: boolean;
};

/** Says that the product in the address doesn't exist for this person or isn't for sale, and where to go instead. */
export function UnavailableProduct({ selection, blockedReason, replacesForm = false }: UnavailableProductProps) {
  const { strings, locale } = useTexts();
  const [name, path] = subjectOf(selection);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (replacesForm) title.current?.focus();
  }, [replacesForm]);
  return (
    <div className="container section stack">
      <h1 ref={title} tabIndex={-1} className={styles.title}>
        {strings.title}
      </h1>
      <Alert
        kind="warning"
        role={replacesForm ? 'alert' : undefined}
        title={blockedReason === null ? strings[`${name}_title`] : strings.blocked_title}
        actions={<Button label={strings[`${name}_action`]} href={pathTo(path, {}, locale)} />}
      >
        {blockedReason ?? strings[`${name}_text`]}
      </Alert>
    </div>
  );
}

/** An order for an account shows the account and its platform user; paying a bill shows the bill. */
function subjectOf(selection: ProductSelection) {
  if ('billId' in selection) return ['unknown_bill', 'billingPending'] as const;
  if ('accountId' in selection) return ['unknown_account', 'myAccount'] as const;
  return ['unknown', 'evaluations'] as const;
}
