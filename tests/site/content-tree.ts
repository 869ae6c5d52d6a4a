/** A work tree that contains these files. */
export const treeOf = (files: Readonly<Record<string, string>>) => ({
  list: (folder: string) =>
    Object.keys(files).flatMap((file) => (file.startsWith(`${folder}/`) ? [file.slice(folder.length + 1)] : [])),
  read: (file: string) => files[file] ?? '',
});
