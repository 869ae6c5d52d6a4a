import type { ListPage, OfficeListStore } from '../../stores/office-list.ts';
import { Button } from '../../ui/button.tsx';
import styles from './office.module.css';
import { useTexts } from './texts.ts';

type PagerProps = {
  readonly list: OfficeListStore;
  readonly page: ListPage;
};

/** How many there are, and the ways to the other pages. */
export function Pager({ list, page: { newer, older, count, more } }: PagerProps) {
  const { strings, t } = useTexts();
  return (
    <footer className={styles.pager}>
      <p role="status" className="soft tabular">
        {more ? t('count_more', { count }) : t('count', { count })}
      </p>
      {(newer !== null || older !== null) && (
        <nav aria-label={strings.pages} className={styles.pages}>
          <Turn label={strings.page_newest} reachable={newer !== null} onTurn={() => list.turn('older')} />
          <Turn label={strings.page_newer} reachable={newer !== null} onTurn={() => list.turn('newer', newer)} />
          <Turn label={strings.page_older} reachable={older !== null} onTurn={() => list.turn('older', older)} />
          <Turn label={strings.page_oldest} reachable={older !== null} onTurn={() => list.turn('newer')} />
        </nav>
      )}
    </footer>
  );
}

type TurnProps = { readonly label: string; readonly reachable: boolean; readonly onTurn: () => void };

function Turn({ label, reachable, onTurn }: TurnProps) {
  return (
    <Button variant="outline" size="small" disabled={!reachable} onClick={onTurn}>
      {label}
    </Button>
  );
}
