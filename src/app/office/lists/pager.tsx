import { useStore } from '@nanostores/react';
import { Button } from '#ui/button.tsx';
import styles from '../office.module.css';
import { isDueFirst, type ListPage, type OfficeListStore } from '../stores/list.ts';
import { useTexts } from '../texts.ts';
import toolbarStyles from '../toolbar.module.css';

type PagerProps = {
  readonly list: OfficeListStore;
  readonly page: ListPage;
};

export function Pager({ list, page: { newer, older, count, more } }: PagerProps) {
  const { strings, t } = useTexts();
  const { query } = useStore(list.$list);
  const isByTime = (query.sort ?? '-at') === '-at' && !isDueFirst(list.name, query);
  const [first, before, after, last] = isByTime
    ? [strings.page_newest, strings.page_newer, strings.page_older, strings.page_oldest]
    : [strings.page_first, strings.page_previous, strings.page_next, strings.page_last];
  return (
    <footer className={`cluster between ${styles.pager}`}>
      <p role="status" className="muted tabular">
        {more ? t('count_more', { count }) : t('count', { count })}
      </p>
      {(newer !== null || older !== null) && (
        <nav aria-label={strings.pages} className={`cluster ${toolbarStyles.toolbar}`}>
          <PageButton label={first} reachable={newer !== null} onClick={() => list.turnPage('older')} />
          <PageButton label={before} reachable={newer !== null} onClick={() => list.turnPage('newer', newer)} />
          <PageButton label={after} reachable={older !== null} onClick={() => list.turnPage('older', older)} />
          <PageButton label={last} reachable={older !== null} onClick={() => list.turnPage('newer')} />
        </nav>
      )}
    </footer>
  );
}

type PageButtonProps = { readonly label: string; readonly reachable: boolean; readonly onClick: () => void };

function PageButton({ label, reachable, onClick }: PageButtonProps) {
  return <Button label={label} variant="outline" size="small" disabled={!reachable} onClick={onClick} />;
}
