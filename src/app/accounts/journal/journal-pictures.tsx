import { useEffect, useState } from 'react';
import { maxJournalPictureBytes, maxJournalPictures } from '#shared/accounts/journal-terms.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { addPicture, findPictureUrl, type JournalEntry, removePicture } from '../stores/journal.ts';
import { useTexts } from '../texts.ts';
import styles from './journal.module.css';

export function JournalPictures({ pictures }: Pick<JournalEntry, 'pictures'>) {
  const { strings, t } = useTexts();
  const [isBusy, setBusy] = useState(false);
  async function add(file: File | undefined): Promise<void> {
    if (!file) return;
    setBusy(true);
    await addPicture(file);
    setBusy(false);
  }
  return (
    <>
      {pictures.length > 0 && (
        <ul className={styles.pictures}>
          {pictures.map(({ id }, index) => (
            <li key={id}>
              <Picture pictureId={id} name={t('journal_picture', { number: index + 1 })} />
              <Button
                label={strings.journal_remove}
                variant="danger"
                size="small"
                aria-label={t('journal_picture_remove', { number: index + 1 })}
                onClick={() => void removePicture(id)}
              />
            </li>
          ))}
        </ul>
      )}
      {pictures.length < maxJournalPictures && (
        <TextInput
          type="file"
          label={strings.journal_add_picture}
          hint={t('journal_picture_hint', {
            megabytes: maxJournalPictureBytes / 1024 ** 2,
            pictures: maxJournalPictures,
          })}
          accept="image/jpeg,image/png,image/webp"
          disabled={isBusy}
          onChange={({ target }) => {
            void add(target.files?.[0]).then(() => {
              target.value = '';
            });
          }}
        />
      )}
    </>
  );
}

function Picture({ pictureId, name }: { readonly pictureId: string; readonly name: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    void findPictureUrl(pictureId).then((found) => {
      if (left && found !== null) URL.revokeObjectURL(found);
      if (left) return;
      made = found;
      setUrl(found);
    });
    return () => {
      left = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [pictureId]);
  return url === null ? null : (
    <a href={url} target="_blank" rel="noopener">
      <img src={url} alt={name} className={styles.picture} />
    </a>
  );
}
