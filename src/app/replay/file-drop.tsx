import { useEffect, useId, useRef, useState } from 'react';
import { formatLocale } from '#lib/format-locale.ts';
import { maxFileBytes } from '#shared/replay/fill-file/fill-file.ts';
import { fillFileFormats } from '#shared/replay/fill-file/formats.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import styles from './fill-replay.module.css';
import type { FillReplay } from './stores/fill-replay.ts';
import { useTexts } from './texts.ts';

const accepted = '.csv,.txt,.tsv,.log,text/csv,text/plain,text/tab-separated-values';
const others = fillFileFormats.filter(({ id }) => id !== 'tidemark').map(({ name }) => name);

export function FileDrop({ replay }: { readonly replay: FillReplay }) {
  const { t, locale } = useTexts();
  const id = useId();
  const zone = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  useEffect(() => {
    const choose = (files: FileList | null | undefined) => {
      const [file] = files ?? [];
      if (file) replay.chooseFile(file);
    };
    // A file may have been chosen before the page was ready.
    choose(input.current?.files);
    const stop = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', isFileOver: boolean) =>
      zone.current?.addEventListener(
        type,
        (event) => {
          // Otherwise the browser would leave the page and open the file.
          event.preventDefault();
          setDraggedOver(isFileOver);
          if (type === 'drop') choose(event.dataTransfer?.files);
        },
        stop,
      );
    on('dragover', true);
    on('dragleave', false);
    on('drop', false);
    return () => stop.abort();
  }, [replay]);
  const names = new Intl.ListFormat(formatLocale(locale), { type: 'conjunction' }).format(others);
  return (
    <div ref={zone} className={classNames('stack', styles.drop, isDraggedOver && styles.over)}>
      <p className={styles.dropTitle}>{t('drop')}</p>
      <div className={`cluster ${styles.actions}`}>
        <label htmlFor={id} className={styles.choose}>
          {t('choose')}
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          accept={accepted}
          className="visually-hidden"
          aria-describedby={`${id}-privacy ${id}-formats`}
          data-focus
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) replay.chooseFile(file);
          }}
        />
        <Button label={t('sample')} variant="quiet" size="small" onClick={replay.chooseSample} />
      </div>
      <p id={`${id}-privacy`}>{t('privacy')}</p>
      <p id={`${id}-formats`} className="muted small">
        {t('formats', { formats: names, megabytes: maxFileBytes / 1_000_000 })}
      </p>
    </div>
  );
}
