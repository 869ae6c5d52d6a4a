import type { Selection } from '../../contract/selection.ts';
import { pathTo } from '../../routes.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './checkout.module.css';
import { useTexts } from './texts.ts';

type MissingProps = {
  readonly selection: Selection;
};

/** Says that what the address names doesn't exist for this person, and where to find what does. */
export function Missing({ selection }: MissingProps) {
  const { strings, locale } = useTexts();
  const [name, path] = subjectOf(selection);
  return (
    <div className="container section stack">
      <h1 className={styles.title}>{strings.title}</h1>
      <Alert
        kind="warning"
        title={strings[`${name}_title`]}
        actions={<Button href={pathTo(path, {}, locale)}>{strings[`${name}_action`]}</Button>}
      >
        {strings[`${name}_text`]}
      </Alert>
    </div>
  );
}

/** An order for an account names the account and its platform user; paying a bill names the bill. */
function subjectOf(selection: Selection) {
  if ('billId' in selection) return ['unknown_bill', 'billingPending'] as const;
  if ('accountId' in selection) return ['unknown_account', 'myAccount'] as const;
  return ['unknown', 'evaluations'] as const;
}
