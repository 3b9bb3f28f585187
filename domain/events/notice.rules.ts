/** The topic of a notice: each may have a channel in Slack. */
export const NOTICE_TOPICS = ["critical", "reports", "general"] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/**
 * Who is notified: users by their ids, or those that the current rows name. `people`: those of the project and
 * their managers. `reviewers`: those among them who review evidence. `assignee`: of the finding. `discussion`:
 * the assignee and the user who raised it.
 */
export type Audience = "people" | "reviewers" | "admins" | "assignee" | "discussion" | readonly string[];

export interface Notice {
  topic: NoticeTopic;
  to: Audience;
  /** Whether Slack's channels are notified as well. */
  inChannels: boolean;
}

export const inChannels = (topic: NoticeTopic, to: Audience): Notice => ({ topic, to, inChannels: true });

export const personal = (to: Audience, topic: NoticeTopic = "general"): Notice => ({
  topic,
  to,
  inChannels: false,
});

/** Whether a person with these preferences gets no notices about the topic, in the console or by mail. */
export const isMuted = ({ muted = [] }: { muted?: readonly string[] }, topic: NoticeTopic): boolean =>
  muted.includes(topic);

/** For an event that all people of the project and the channels are notified of. */
export const toPeople = { notice: (): Notice => inChannels("general", "people") };
