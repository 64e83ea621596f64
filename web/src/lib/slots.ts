import * as v from 'valibot'

const visible = v.optional(v.boolean(), true)

/** A slot without further settings. */
const plain = v.optional(v.object({ visible, props: v.optional(v.object({}), {}) }), {})

/**
 * The places of the page that a container shows or hides, with their settings; internal/container/slots.go has the
 * same ids. Without boot data all places are shown.
 */
export const Slots = v.object({
  navigation: v.optional(
    v.object({
      visible,
      props: v.optional(
        v.object({
          /** Width in px: 260 in desktop browsers, 254 in the PC and Mac clients, 285 elsewhere. */
          width: v.optional(v.number(), 260),
          /**
           * auto: on screens wider than 768 px beside the page, on other screens over it; overlay: always over the
           * page.
           */
          mode: v.optional(v.picklist(['auto', 'overlay']), 'auto'),
          /** Whether the sidebar starts open if no state is stored. */
          open: v.optional(v.boolean(), true),
          /** Whether the button that opens the sidebar is shown. */
          trigger: v.optional(v.boolean(), true),
        }),
        {},
      ),
    }),
    {},
  ),
  loginModal: v.optional(
    v.object({
      visible,
      props: v.optional(
        v.object({
          // The page does not read these two fields here. The server combines them with the operator's
          // settings, and the page reads the result from the login configuration.
          passAnonCheckLogin: v.optional(v.boolean(), true),
          showLoginModalWhenAnonAsk: v.optional(v.boolean(), false),
        }),
        {},
      ),
    }),
    {},
  ),
  modelSelector: plain,
  searchSwitch: plain,
  themeSetting: plain,
  sharing: plain,
  downloadBar: plain,
  logout: plain,
  documentBinding: plain,
  meetingBinding: plain,
  languageSetting: plain,
  newChat: plain,
  collect: plain,
  repeat: plain,
  teamAccounts: plain,
})

export type Slots = v.InferOutput<typeof Slots>
export type SlotName = keyof Slots

const offered = v.optional(v.boolean(), true)

/** The layout flags: whether an entry is shown. A container can switch each flag off. */
export const Flags = v.object({
  drawerAppEntry: offered,
  meCreateAgentEntry: offered,
  meDigitalCloneEntry: offered,
  searchEntry: offered,
  sessionAiDrawPicEntry: offered,
  sessionAiGalleryEntry: offered,
  sessionSearchPicEntry: offered,
  useAgentListEntry: offered,
  agentSkillsNewUser: offered,
  userWebFavorite: offered,
  sessionDeepSearchEntry: offered,
  sessionAiWritingEntry: offered,
  sessionEditDocEntry: offered,
  sessionImageAiEditEntry: offered,
})

export type FlagName = keyof v.InferOutput<typeof Flags>
