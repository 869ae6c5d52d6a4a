import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { copyText } from '#app/shell/stores/copy-text.ts';
import { type Locale, locales, toLocale } from '#i18n/locales.ts';
import { formatLocale } from '#lib/format-locale.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import { Select } from '#ui/select.tsx';
import styles from './affiliate.module.css';
import { $creatives, type Creative, loadPicture, savePicture } from './stores/creatives.ts';
import { useTexts } from './texts.ts';

export function CreativesPanel() {
  const { strings, locale } = useTexts();
  const state = useStore($creatives);
  const [language, setLanguage] = useState<Locale>(locale);
  const [name, setName] = useState<Creative['name']>('square');
  useEffect(() => void $creatives.load(), []);
  if (state.status !== 'ready') return null;
  const { creatives } = state.data;
  const chosen = creatives.find((each) => each.name === name);
  const count = (value: number) => value.toLocaleString(formatLocale(locale));
  return (
    <div className={`stack ${styles.form}`}>
      <p className="muted">{strings.creatives_text}</p>
      <div className={`stack ${styles.form}`}>
        <div className={`stack ${styles.form}`}>
          <Select
            label={strings.creatives_size}
            value={name}
            onChange={(event) => setName(creatives.find((each) => each.name === event.target.value)?.name ?? name)}
            options={creatives.map(({ name: value, width, height }) => ({
              value,
              label: `${strings[`creative_${value}`]}, ${width} × ${height}`,
            }))}
          />
          <Select
            label={strings.creatives_language}
            value={language}
            onChange={(event) => setLanguage(toLocale(event.target.value))}
            options={locales.map((value) => ({ value, label: strings[`language_${value}`] }))}
          />
          {chosen && (
            <div className="cluster">
              <Button
                label={strings.creatives_download}
                variant="outline"
                size="small"
                onClick={() => void savePicture(chosen, language)}
              />
              <Button
                label={strings.copy_link}
                variant="outline"
                size="small"
                onClick={() => void copyText(chosen.link)}
              />
            </div>
          )}
        </div>
        {chosen && <Preview key={`${name} ${language}`} creative={chosen} language={language} />}
      </div>
      <DataTable
        caption={strings.creatives_title}
        narrow="fit"
        rows={creatives}
        rowKey={(each) => each.name}
        empty={null}
        columns={[
          { header: strings.creatives_size, isRowHeader: true, cell: (row) => strings[`creative_${row.name}`] },
          { header: strings.clicks, align: 'end', cell: (row) => count(row.clicks) },
          { header: strings.orders, align: 'end', cell: (row) => count(row.orders) },
          {
            header: strings.commission,
            align: 'end',
            cell: (row) => <Money cents={row.amountCents} locale={locale} />,
          },
        ]}
      />
    </div>
  );
}

type PreviewProps = { readonly creative: Creative; readonly language: Locale };

function Preview({ creative: { name, width, height }, language }: PreviewProps) {
  const { strings, t } = useTexts();
  const [source, setSource] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isGone = false;
    void loadPicture(name, language).then((loaded) => {
      url = loaded;
      if (isGone && url !== null) URL.revokeObjectURL(url);
      else setSource(loaded);
    });
    return () => {
      isGone = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [name, language]);
  if (source === null) return <div className={styles.preview} style={{ aspectRatio: `${width} / ${height}` }} />;
  const alt = t('creatives_alt', { size: strings[`creative_${name}`] });
  return <img className={styles.preview} src={source} width={width} height={height} alt={alt} />;
}
