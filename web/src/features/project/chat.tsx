import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { belongs } from '@/api'
import { ChatPage, type ChatPlace, forgetChat, onNews, recheck } from '@/features/chat'
import { useT } from '@/i18n'
import { projectChatAddress } from '@/lib/address'
import { boot } from '@/lib/boot'
import { parseLanding } from '@/lib/landing'
import { useParams, useSearch } from '@/lib/router'
import { Badge } from './badge'
import { keyOf, useConversationsOf } from './calls'
import { Gone } from './gone'
import { useMembership } from './use-membership'

/**
 * A conversation of a project. Readers, and all members of an archived project, see why they cannot ask anything; a
 * removed member does not see the conversation.
 */
export function ProjectChatPage() {
  const { projectId = '', chatId } = useParams()
  // Another project remounts the page, so that nothing of the previous project is shown.
  return <ProjectChat key={projectId} project={projectId} chatId={chatId} />
}

function ProjectChat({ project, chatId }: { project: string; chatId?: string }) {
  const t = useT()
  const client = useQueryClient()
  const search = useSearch()
  const landing = useMemo(() => parseLanding(search), [search])
  const { gone, role, archived, asking, updatedAt } = useMembership(project)
  const running = chatId !== undefined && asking.some((a) => a.conversationId === chatId)
  const others = [...new Set(asking.filter((a) => !a.self).map((a) => a.name))].join('、')
  // A layout effect, because it must run before the effects of the chat page, which send calls. It does not run for each
  // rendering: after the conversation is moved out, this page may be rendered again.
  useLayoutEffect(() => {
    if (chatId && !gone) belongs(chatId, project)
  }, [chatId, gone, project])

  // `now` changes when an answer of this conversation begins or ends, and at each question or change in the
  // project. The conversation and the project's list of conversations are then fetched again.
  const now = `${running} ${updatedAt}`
  const seen = useRef('')
  useEffect(() => {
    const first = seen.current === '' || updatedAt === 0
    if (seen.current === now) return
    seen.current = updatedAt ? now : ''
    if (first) return
    if (chatId) void recheck(chatId)
    void client.invalidateQueries({ queryKey: keyOf(project, 'conversations') })
  }, [client, project, chatId, updatedAt, now])
  useEffect(
    () => onNews(() => void client.invalidateQueries({ queryKey: keyOf(project, 'conversations') })),
    [client, project],
  )
  useEffect(() => {
    if (gone && chatId) forgetChat(chatId)
  }, [gone, chatId])

  const rows = useConversationsOf(project).data?.pages.flatMap((p) => p.conversations ?? [])
  const title = rows?.find((c) => c.id === chatId)?.title
  const closed = archived
    ? t('project.closed.archived')
    : role === 'reader'
      ? t('project.closed.reader')
      : undefined
  const place = useMemo<ChatPlace>(
    () => ({
      id: project,
      title,
      address: (id) => projectChatAddress(project, id),
      badge: (cid) => <Badge project={project} cid={cid} asking={others} />,
      closed,
    }),
    [project, title, others, closed],
  )
  if (gone) {
    return (
      <div className="grid flex-1 place-items-center pb-[12vh]">
        <Gone />
      </div>
    )
  }
  return (
    <ChatPage agentId={boot.defaultAgentId} chatId={chatId} at={search.at} landing={landing} place={place} />
  )
}
