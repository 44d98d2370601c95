import { useState } from 'react'

type Props = { title: string }

export function Panel({ title }: Props) {
  const [count, setCount] = useState<number>(0)
  const onClick = () => setCount(count + 1)
  return <Button onClick={onClick}>{format(title)}</Button>
}

export const Page: React.FC<Props> = (props) => <Panel {...props} />
