import { useStore } from '@nanostores/react';
import { TextInput } from '#ui/text-input.tsx';
import styles from './billing.module.css';
import { $orderSearch } from './stores/billing.ts';
import { useTexts } from './texts.ts';

/** Filters the history as the person types; order numbers match without hyphens, as read out over the phone. */
export function OrderSearch() {
  const { strings } = useTexts();
  const search = useStore($orderSearch);
  return (
    <search className={styles.search}>
      <TextInput
        label={strings.search}
        placeholder={strings.search_hint}
        type="search"
        name="order"
        autoComplete="off"
        spellCheck={false}
        value={search}
        onChange={(event) => $orderSearch.set(event.target.value)}
      />
    </search>
  );
}
