import { useSearch } from '@/lib/router'
import { Detail } from './detail'
import { List } from './list'

/** /favorites: the list of favourites; with an id, the copy of one favourite. */
export function FavoritesPage() {
  const { id } = useSearch()
  return id ? <Detail key={id} id={id} /> : <List />
}
