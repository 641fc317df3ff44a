import { useEffect, useState } from 'preact/hooks';

const query = matchMedia('(max-width: 720px)');

/** Whether there is no room for two things beside each other. */
export const useIsNarrow = (): boolean => {
  const [isNarrow, setIsNarrow] = useState(query.matches);
  useEffect(() => {
    const change = (): void => setIsNarrow(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return isNarrow;
};
