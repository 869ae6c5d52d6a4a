import { createTranslate } from '../../i18n/translate.ts';
import type { RouteName } from '../../routes.ts';
import { currentParams } from '../../stores/navigation.ts';
import { isOfficeList, mayOpen } from '../../stores/office.ts';
import { ErrorScreen } from '../../ui/error-screen.tsx';
import { AppShell } from '../app-shell/app-shell.tsx';
import { ListScreen } from './list-screen.tsx';
import styles from './office.module.css';
import { OfficeNav } from './office-nav.tsx';
import { Overview } from './overview.tsx';
import { RecordScreen } from './record-screen.tsx';
import type { OfficeProps, PartProps } from './types.ts';

type OfficeIslandProps = OfficeProps & { readonly route: RouteName };

export function OfficeIsland({ route, ...props }: OfficeIslandProps) {
  const { locale, calls, strings } = props;
  const t = createTranslate(strings, locale);
  return (
    <AppShell route={route} locale={locale} calls={calls}>
      <div className={styles.office}>
        <OfficeNav route={route} {...props} />
        <div className={styles.page}>
          <Screen locale={locale} strings={strings} t={t} />
        </div>
      </div>
    </AppShell>
  );
}

/** The screen that the address names. */
function Screen(part: PartProps) {
  const { list, id } = currentParams();
  if (list === undefined) return <Overview {...part} />;
  if (!isOfficeList(list)) return <Missing {...part} />;
  if (!mayOpen(list)) {
    return <ErrorScreen title={part.strings.forbidden_title} text={part.strings.forbidden_text} />;
  }
  return id === undefined ? <ListScreen name={list} {...part} /> : <RecordScreen list={list} id={id} {...part} />;
}

function Missing({ strings }: PartProps) {
  return <ErrorScreen title={strings.missing_title} text={strings.missing_text} />;
}
