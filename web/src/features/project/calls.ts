import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type Answer, ApiError, type Body, type ConversationRow, post } from '@/api'
import { boot } from '@/lib/boot'

export type Project = NonNullable<
  Answer<'/api/v5/projectLogic/project/get-user-projects', 'post'>['data']['items']
>[number]
export type Detail = Answer<'/api/project/detail', 'post'>['data']
export type Member = NonNullable<Answer<'/api/project/members', 'post'>['data']['members']>[number]
export type Invitation = NonNullable<Answer<'/api/project/links', 'post'>['data']['links']>[number]
export type Activity = NonNullable<Answer<'/api/project/activity', 'post'>['data']['activities']>[number]
export type Change = Omit<Body<'/api/project/update'>, 'project_id'>
export type Role = 'owner' | 'editor' | 'reader'

export const LIST = ['projects'] as const
export const keyOf = (project: string, what = '') => [...LIST, project, what].filter(Boolean)

/** Polling interval for running questions and the user's rights, while the page is visible, in ms. */
const LOOK = 1500
/** Polling interval while files are being parsed, in ms. */
const READING = 5000

const inside = (project: string) => ({ headers: { 'X-Project-Id': project } })

export const useProjects = (enabled = true) =>
  useQuery({
    queryKey: LIST,
    queryFn: async ({ signal }) =>
      (await post('/api/v5/projectLogic/project/get-user-projects', {}, { signal })).data.items ?? [],
    enabled,
  })

export const useProject = (project: string) =>
  useQuery({
    queryKey: keyOf(project, 'detail'),
    queryFn: async ({ signal }) =>
      (await post('/api/project/detail', { project_id: project }, { signal })).data,
    retry: (n, err) => n < 2 && !(err instanceof ApiError && err.status < 500),
  })

export const useMembers = (project: string) =>
  useQuery({
    queryKey: keyOf(project, 'members'),
    queryFn: async ({ signal }) =>
      (await post('/api/project/members', { project_id: project }, { signal })).data.members ?? [],
  })

export const useLinks = (project: string, enabled: boolean) =>
  useQuery({
    queryKey: keyOf(project, 'links'),
    queryFn: async ({ signal }) =>
      (await post('/api/project/links', { project_id: project }, { signal })).data.links ?? [],
    enabled,
  })

/** The running questions in the project, and the user's rights; polled while the page is visible. */
export const useStanding = (project: string) =>
  useQuery({
    queryKey: keyOf(project, 'standing'),
    queryFn: async ({ signal }) =>
      (await post('/api/project/asking', { project_id: project }, { signal, quiet: true })).data,
    refetchInterval: ({ state }) => (isGone(state.error) ? false : LOOK),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    retry: false,
    staleTime: 0,
  })

/** Whether the error means that the project does not exist, or that this user has no access to it. */
export const isGone = (err: unknown) => err instanceof ApiError && (err.status === 404 || err.status === 401)

/** The models that may answer in a project. */
export const useModels = () =>
  useQuery({
    queryKey: [...LIST, 'models'],
    queryFn: async ({ signal }) =>
      (await post('/api/agent/model/list', { agentId: boot.defaultAgentId }, { signal })).modelList,
  })

/** The sites of this server that can be added to a project as knowledge. */
export const useSites = () =>
  useQuery({
    queryKey: [...LIST, 'sites'],
    queryFn: async ({ signal }) => (await post('/api/user/agent/sites', {}, { signal })).sites ?? [],
  })

/** The conversations of the project, page by page. */
export const useConversationsOf = (project: string) =>
  useInfiniteQuery({
    queryKey: keyOf(project, 'conversations'),
    initialPageParam: undefined as ConversationRow | undefined,
    queryFn: async ({ pageParam: last, signal }) =>
      (
        await post(
          '/api/user/agent/conversation/v3/list',
          {
            project_id: project,
            page_size: 20,
            ...(last && { top_time: last.topAt, last_replied_at: last.lastRepliedAt, last_id: last.id }),
          },
          { signal },
        )
      ).data,
    getNextPageParam: (page) => (page.hasMore ? page.conversations?.at(-1) : undefined),
  })

/** The files of the project, page by page. */
export const useFiles = (project: string) =>
  useInfiniteQuery({
    queryKey: keyOf(project, 'files'),
    initialPageParam: '',
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await post('/api/user/docs/v2/list', { page_size: 100, cursor }, { ...inside(project), signal })).data,
    getNextPageParam: (page) => (page.hasMore && page.cursor ? page.cursor : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some((p) => p.docs?.some((d) => d.status === 'queued' || d.status === 'parsing'))
        ? READING
        : false,
  })

export const useActivities = (project: string) =>
  useInfiniteQuery({
    queryKey: keyOf(project, 'activity'),
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) =>
      (
        await post(
          '/api/project/activity',
          { project_id: project, before: pageParam || undefined },
          { signal },
        )
      ).data,
    getNextPageParam: (page) => (page.hasMore ? page.activities?.at(-1)?.id : undefined),
  })

export const create = async (change: Change) => (await post('/api/project/create', change)).data.project_id
export const update = (project: string, change: Change) =>
  post('/api/project/update', { project_id: project, ...change })
export const archive = (project: string, on: boolean) =>
  post('/api/project/archive', { project_id: project, archive: on })
export const remove = (project: string) =>
  post('/api/project/delete', { project_id: project }, { timeout: 120_000 })
export const leave = (project: string) => post('/api/project/leave', { project_id: project })
export const setRole = (project: string, member: string, role: 'editor' | 'reader') =>
  post('/api/project/member/role', { project_id: project, member, role })
export const removeMember = (project: string, member: string) =>
  post('/api/project/member/remove', { project_id: project, member })
export const transfer = (project: string, member: string) =>
  post('/api/project/transfer', { project_id: project, member })
export const invite = async (project: string, role: 'editor' | 'reader', uses: number, days: number) =>
  (await post('/api/project/link/create', { project_id: project, role, uses, days })).data
export const revoke = (project: string, link: string) =>
  post('/api/project/link/revoke', { project_id: project, link })
export const look = async (invitation: string) => (await post('/api/project/invitation', { invitation })).data
export const join = async (invitation: string) =>
  (await post('/api/project/join', { invitation })).data.project_id
export const moveIn = (project: string, conversationId: string) =>
  post('/api/project/conversation/movein', { project_id: project, conversationId })
export const moveOut = (project: string, conversationId: string) =>
  post('/api/project/conversation/moveout', { project_id: project, conversationId })
export const upload = (project: string, file: File) =>
  post('/api/user/docs/upload', file as never, {
    ...inside(project),
    query: { fileName: file.name },
    timeout: 0,
  })
export const addFile = (project: string, resourceId: string) =>
  post('/api/project/file/add', { project_id: project, resourceId }, { timeout: 0 })
export const removeFile = (project: string, id: string) =>
  post('/api/user/docs/delete', { resourceIds: [id] }, inside(project))
export const removeConversation = (project: string, id: string) =>
  post('/api/user/agent/conversation/v1/clear', { conversationIds: [id] }, inside(project))

/** The response with an export of the whole project as one file. */
export const archiveFile = async (project: string) => {
  const { postStream } = await import('@/api')
  return postStream('/api/data/export', undefined as never, inside(project))
}
