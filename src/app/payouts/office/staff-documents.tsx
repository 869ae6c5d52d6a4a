import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { timeText } from '#app/office/cell.tsx';
import { textOf, useTexts } from '#app/office/texts.ts';
import { Button } from '#ui/button.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import {
  $documents,
  $openPictures,
  type DocumentSource,
  loadDocuments,
  openDocument,
  type StaffDocument,
} from '../stores/office-documents.ts';
import styles from './documents.module.css';

/**
 * What a person uploaded for an identity check or for the risk desk; opened one at a time, because each access is
 * recorded.
 */
export function StaffDocuments({ list, id }: DocumentSource) {
  const { strings } = useTexts();
  const state = useStore($documents);
  useEffect(() => void loadDocuments({ list, id }), [list, id]);
  return (
    <section className={`stack gap-3 ${styles.documents}`} aria-labelledby="documents">
      <h2 id="documents">{strings.documents_title}</h2>
      <p className="muted small">{strings.documents_text}</p>
      {state.status === 'loading' && <Skeleton shape="row" count={2} />}
      {state.status === 'failed' && (
        <RetryAlert title={strings.failed_title} action={strings.retry} onRetry={() => loadDocuments({ list, id })} />
      )}
      {state.status === 'ready' && state.data.documents.length === 0 && <p>{strings.documents_none}</p>}
      {state.status === 'ready' && (
        <ul className="stack">
          {state.data.documents.map((document, index) => (
            <Document key={document.id} source={{ list, id }} document={document} number={index + 1} />
          ))}
        </ul>
      )}
    </section>
  );
}

type DocumentProps = {
  readonly source: DocumentSource;
  readonly document: StaffDocument;
  /** Starts at 1, in the order of the uploads. */
  readonly number: number;
};

function Document({ source, document, number }: DocumentProps) {
  const { strings, t } = useTexts();
  const { [document.id]: picture } = useStore($openPictures);
  const [busy, setBusy] = useState(false);
  const name =
    document.purpose === undefined ? t('document_number', { number }) : textOf(strings, 'value', document.purpose);
  const open = async () => {
    setBusy(true);
    await openDocument(source, document);
    setBusy(false);
  };
  return (
    <li className={`stack gap-3 ${styles.document}`}>
      <div className={`cluster between ${styles.row}`}>
        <p>
          <strong>{name}</strong>{' '}
          <span className="muted small">{`${timeText(document.uploadedAt)} · ${Math.ceil(document.sizeBytes / 1024)} KB`}</span>
        </p>
        {picture === undefined && (
          <Button
            label={document.mediaType === 'application/pdf' ? strings.document_download : strings.document_open}
            variant="outline"
            size="small"
            busy={busy}
            onClick={open}
            aria-label={t('document_open_label', { document: name })}
          />
        )}
      </div>
      {picture !== undefined && <img className={styles.picture} src={picture} alt={name} />}
    </li>
  );
}
