import { useState } from 'react';
import { copyText } from '#app/shell/stores/copy-text.ts';
import { pathTo, type RouteName } from '#routes.ts';
import { programRoutes } from '#shared/catalog/programs.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import styles from './affiliate.module.css';
import { type Affiliate, linkTo } from './stores/affiliate.ts';
import { useTexts } from './texts.ts';

const pages = ['home', 'evaluations', ...Object.values(programRoutes)] as const;

/** Builds a link to any page, with the affiliate's code and an optional label of their own. */
export function LinkCard({ affiliate }: { readonly affiliate: Affiliate }) {
  const { strings, locale } = useTexts();
  const [page, setPage] = useState<(typeof pages)[number]>('home');
  const [mark, setMark] = useState('');
  const link = linkTo(affiliate, pathTo(page satisfies RouteName, {}, locale), mark.trim());
  return (
    <Card as="section" title={strings.link_title}>
      <output className={styles.link}>{link}</output>
      <Button label={strings.copy_link} size="small" onClick={() => void copyText(link)} />
      <details className={styles.fold}>
        <summary>{strings.link_other}</summary>
        <div className="stack">
          <Select
            label={strings.link_page}
            value={page}
            onChange={(event) => setPage(pages.find((each) => each === event.target.value) ?? 'home')}
            options={pages.map((each) => ({ value: each, label: strings[`page_${each}`] }))}
          />
          <TextInput
            label={strings.link_mark}
            hint={strings.link_mark_hint}
            name="sub1"
            maxLength={100}
            value={mark}
            onChange={(event) => setMark(event.target.value)}
          />
        </div>
      </details>
    </Card>
  );
}
