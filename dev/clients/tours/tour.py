"""The tour of docs/tour.md through a client that openapi-python-client generated. Type-checked and run beside it."""

import os
import time
from pathlib import Path
from typing import TypeVar
from uuid import UUID

import httpx
from compliance_client import AuthenticatedClient, Client
from compliance_client import models as m
from compliance_client.api.ai import post_api_v1_ai_chat
from compliance_client.api.auth import post_api_v1_auth_login
from compliance_client.api.compliance import get_api_v1_compliance_gaps, get_api_v1_compliance_score
from compliance_client.api.evidence import (
    get_api_v1_evidence_id_ingestion,
    post_api_v1_evidence,
    post_api_v1_evidence_id_review,
)
from compliance_client.api.projects import (
    get_api_v1_projects_id,
    get_api_v1_projects_id_controls_control_id,
    post_api_v1_projects,
)
from compliance_client.api.retrieval import post_api_v1_retrieval_search
from compliance_client.api.users import get_api_v1_users_me
from compliance_client.types import File

API_URL, PASSWORD = os.environ["API_URL"], os.environ["PASSWORD"]
ATTEMPTS = 240
TIMEOUT = httpx.Timeout(60)
T = TypeVar("T")


def told(kind: type[T], answer: object) -> T:
    """What an answer tells; raises what a refusal says."""
    if not isinstance(answer, kind):
        raise RuntimeError(f"The API answered {answer}")
    return answer


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise RuntimeError(f"Expected {what}")
    print(what)


def sign_in(email: str) -> AuthenticatedClient:
    body = m.LoginBody(email=email, password=PASSWORD)
    signed_in = told(
        m.PostApiV1AuthLoginResponse200,
        post_api_v1_auth_login.sync(client=Client(base_url=API_URL, timeout=TIMEOUT), body=body),
    )
    return AuthenticatedClient(base_url=API_URL, token=signed_in.data.tokens.access_token, timeout=TIMEOUT)


def until_read(client: AuthenticatedClient, evidence_id: UUID) -> str:
    for _ in range(ATTEMPTS):
        status = told(
            m.GetApiV1EvidenceIdIngestionResponse200,
            get_api_v1_evidence_id_ingestion.sync(str(evidence_id), client=client),
        ).data.chunking_status
        if status in ("COMPLETED", "FAILED"):
            return str(status)
        time.sleep(0.5)
    return "still being read"


def main() -> None:
    customer = sign_in("customer@example.com")
    me = told(m.GetApiV1UsersMeResponse200, get_api_v1_users_me.sync(client=customer)).data
    expect(me.role == "customer", f"signed in as {me.name}")
    body = m.CreateProjectBody(name="Tour in Python", framework="soc2")
    project = told(m.PostApiV1ProjectsResponse201, post_api_v1_projects.sync(client=customer, body=body)).data
    detail = told(
        m.GetApiV1ProjectsIdResponse200, get_api_v1_projects_id.sync(str(project.id), client=customer)
    ).data
    expect(len(detail.controls) == 61, "a project with 61 controls")
    with Path(os.environ["FILE"]).open("rb") as content:
        form = m.UploadEvidenceForm(
            file=File(content, "access-policy.pdf", "application/pdf"),
            title="Access policy",
            project_id=project.id,
            control_id="CC6.1",
        )
        evidence = told(
            m.PostApiV1EvidenceResponse201, post_api_v1_evidence.sync(client=customer, body=form)
        ).data
    expect(until_read(customer, evidence.id) == "COMPLETED", "the file is read")

    question = m.SearchBody(query="how often are permissions checked?", project_id=project.id, user_id=str(me.id))
    results = told(
        m.PostApiV1RetrievalSearchResponse200,
        post_api_v1_retrieval_search.sync(client=customer, body=question),
    ).data.results
    expect(results[0].evidence_id == evidence.id and results[0].page == 1, "search finds its page")
    chat = m.ChatBody(
        message="How often are access rights reviewed?", context=m.ChatBodyContext(project_id=project.id)
    )
    answer = told(m.PostApiV1AiChatResponse200, post_api_v1_ai_chat.sync(client=customer, body=chat)).data
    expect("quarter" in answer.message, "the assistant quotes it")

    def progress() -> float:
        control = get_api_v1_projects_id_controls_control_id.sync(str(project.id), "CC6.1", client=customer)
        return told(m.GetApiV1ProjectsIdControlsControlIdResponse200, control).data.progress

    before = progress()
    review = m.ReviewEvidenceBody(decision=m.ReviewEvidenceBodyDecision.APPROVE, note="Dated and signed")
    reviewed = post_api_v1_evidence_id_review.sync(
        str(evidence.id), client=sign_in("admin@example.com"), body=review
    )
    expect(
        told(m.PostApiV1EvidenceIdReviewResponse200, reviewed).data.status == "approved",
        "an administrator approves it",
    )
    after = progress()
    expect(after > before, f"its control has progressed from {before} to {after}")
    score = told(
        m.GetApiV1ComplianceScoreResponse200,
        get_api_v1_compliance_score.sync(client=customer, project_id=str(project.id)),
    ).data
    expect(score.overall_score > 0, f"the score is {score.overall_score}")
    gaps = told(
        m.GetApiV1ComplianceGapsResponse200,
        get_api_v1_compliance_gaps.sync(client=customer, project_id=str(project.id)),
    ).data.gaps
    expect(len(gaps) > 0 and gaps[0].suggested_action != "", f"{len(gaps)} gaps are left on the first page")


main()
